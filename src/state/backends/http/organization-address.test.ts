import { expect, test } from "vitest";
import { encodedName } from "../../../text/percent-encoding.ts";
import { forOrganization } from "./organization-address.ts";

const one = { name: "org_1", isOneOfSeveral: true };

test("each organization has an address of its own, from docform.yaml and the environment", () => {
  const env = { DOCFORM_STATE_URL: "https://state.example/a-{organization}", OTHER: "{organization}" };
  const setting = { address: "https://state.example/a-{organization}", username: "{organization}" };
  expect(forOrganization({ env }, setting, one)).toEqual({
    env: expect.objectContaining({
      DOCFORM_STATE_URL: "https://state.example/a-org_1",
      OTHER: "{organization}",
    }),
    setting: { address: "https://state.example/a-org_1", username: "{organization}" },
  });
});

test.each([
  [{}, { address: "https://state.example/docs" }, "state.http.address names one place"],
  [{ TF_HTTP_LOCK_ADDRESS: "https://state.example/lock" }, {}, "TF_HTTP_LOCK_ADDRESS names one place"],
  [{}, { address: "https://x{organization}/docs" }, "decide on the server"],
  [{}, { address: "https:/{organization}/docs" }, "decide on the server"],
])(
  "an address that is the same for all, or leads to another server, is an error",
  (env, setting, message) => {
    expect(() => forOrganization({ env }, setting, one)).toThrow(message);
  },
);

test("the only organization of a project needs no address of its own, and may have one", () => {
  const only = { name: "org_1", isOneOfSeveral: false };
  const filled = (address: string) => forOrganization({ env: {} }, { address }, only).setting.address;
  expect(filled("https://state.example/docs")).toBe("https://state.example/docs");
  expect(filled("https://state.example/{organization}")).toBe("https://state.example/org_1");
});

test.each(["..", "."])("an id of dots leads to no other folder: %s", (id) => {
  const dots = { name: encodedName(id), isOneOfSeveral: true };
  const setting = { address: "https://state.example/docs/{organization}" };
  expect(() => forOrganization({ env: {} }, setting, dots)).toThrow("decide on the server or the folder");
});
