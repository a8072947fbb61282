import { describe, expect, test } from "vitest";
import { Stop } from "../../../model/stop.ts";
import { httpSettings } from "./open-http.ts";

const url = "https://state.example/docs";
const pinned = { DOCFORM_STATE_URL: url, DOCFORM_STATE_PASSWORD: "hidden" };
const secure = { isInsecure: false, isPinned: false };

test.each([
  ["ftp://state.example/docs", "https://state.example/docs"],
  ["postgres://db.example/docs", "https://state.example/docs"],
  ["state.example", "https://state.example"],
])("the address %s is none of a state server, and the hint names one: %s", (address, named) => {
  const problem = problemOf(() => httpSettings({ env: {} }, secure, { address }));
  expect(problem.diagnostics[0]?.hint).toBe(`Write it as ${named}`);
});

function problemOf(act: () => unknown): Stop {
  try {
    act();
  } catch (problem) {
    if (problem instanceof Stop) return problem;
  }
  throw new Error("it was taken");
}

describe("an address that the environment pins", () => {
  test.each(["lockAddress", "unlockAddress"])("holds for state.http.%s of docform.yaml", (name) => {
    const other = { [name]: "https://other.example/lock" };
    expect(() => httpSettings({ env: pinned }, secure, other)).toThrow(
      `docform.yaml sets state.http.${name} to https://other.example/lock, and DOCFORM_STATE_URL is on https://state.example`,
    );
    expect(() => httpSettings({ env: { ...pinned, DOCFORM_STATE_URL: "" } }, secure, other)).toThrow(
      "docform does not know where the state is",
    );
    expect(httpSettings({ env: {} }, secure, { address: url, ...other })).toMatchObject(other);
  });

  test("lets docform.yaml name other paths of the same server", () => {
    const setting = { lockAddress: "https://state.example/locks/docs" };
    expect(httpSettings({ env: pinned }, secure, setting)).toMatchObject({
      address: url,
      lockAddress: setting.lockAddress,
      unlockAddress: setting.lockAddress,
    });
  });

  test("lets the environment name another server for the lock", () => {
    const lockAddress = "https://other.example/lock";
    const env = { ...pinned, TF_HTTP_LOCK_ADDRESS: lockAddress };
    expect(httpSettings({ env }, secure, { lockAddress })).toMatchObject({ lockAddress });
    expect(httpSettings({ env }, secure, {})).toMatchObject({ lockAddress, unlockAddress: lockAddress });
    expect(() => httpSettings({ env }, secure, { unlockAddress: lockAddress })).toThrow(
      "sets state.http.unlockAddress",
    );
  });

  test("is the only one that gets the password of the state", () => {
    const env = { DOCFORM_STATE_PASSWORD: "hidden" };
    expect(() => httpSettings({ env }, secure, { address: url })).toThrow(
      "so the password of the state is not sent there",
    );
    // DOCFORM_STATE names the addresses that docform.yaml has, which were compared before.
    const byState = { isInsecure: false, isPinned: true };
    expect(httpSettings({ env }, byState, { address: url })).toMatchObject({ password: "hidden" });
  });
});
