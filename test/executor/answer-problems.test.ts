import { describe, expect, test } from "vitest";
import { operations } from "../../src/contract/operations.ts";
import { answerProblems } from "../support/platform/answer-problems.ts";

describe("answerProblems", () => {
  const { getTeam, deleteTeam, listTeams } = operations;
  const team = { object: "team", id: "t", title: "T" };
  test.each([
    ["an answer as the contract has it", getTeam, 200, team, 0],
    ["a field that the contract does not have", getTeam, 200, { ...team, colour: "red" }, 1],
    ["one deep inside", listTeams, 200, { items: [team, { ...team, permissions: { fly: true } }] }, 1],
    ["a field that is missing", getTeam, 200, { object: "team", id: "t" }, 1],
    ["a status that the operation does not answer", getTeam, 201, team, 1],
    ["a body where there is none", deleteTeam, 205, team, 1],
    ["an empty body where there is none", deleteTeam, 205, undefined, 0],
    ["an error as A1 has it", getTeam, 404, { error: { code: 404, message: "no" } }, 0],
    ["another error", getTeam, 404, { message: "no" }, 1],
  ])("%s", (_, operation, status, body, count) => {
    expect(answerProblems(operation, status, body)).toHaveLength(count);
  });
});
