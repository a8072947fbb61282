/** A mistake, and what to do: the Action shows it and stops. */
export class Refusal extends Error {}

/** The command lines that a pipeline runs: `docform ci COMMAND`. */
const commands = ["plan", "apply", "drift"] as const;

/** The inputs that become an option of the same name. A flag is given or not. */
export const options: Readonly<Record<string, "text" | "flag">> = {
  directory: "text",
  env: "text",
  target: "text",
  "allow-deletes": "text",
  "lock-timeout": "text",
  expect: "text",
  unreviewed: "flag",
  branch: "text",
  propose: "flag",
};

type Variables = Readonly<Record<string, string | undefined>>;

/** An input, as the runner hands it on; empty when the workflow does not give it. */
export function inputOf(env: Variables, name: string): string {
  return env[`INPUT_${name.toUpperCase()}`]?.trim() ?? "";
}

/** The arguments of docform. Each value is in one argument with its option, so no value can become an option. */
export function argumentsFrom(env: Variables): readonly string[] {
  const command = inputOf(env, "command");
  if (!commands.some((one) => one === command))
    throw new Refusal(`there is no command ${JSON.stringify(command)}: use ${commands.join(", ")}`);
  const given = Object.keys(options).filter((name) => inputOf(env, name) !== "");
  return ["ci", command, ...given.flatMap((name) => optionFrom(name, inputOf(env, name)))];
}

function optionFrom(name: string, value: string): readonly string[] {
  if (options[name] === "text") return [`--${name}=${value}`];
  if (!/^(true|false)$/i.test(value))
    throw new Refusal(`the input ${name} is true or false, not ${JSON.stringify(value)}`);
  return value.toLowerCase() === "true" ? [`--${name}`] : [];
}

/** The variables of docform: those of the step without the inputs, and the token for comments and issues. */
export function variablesFrom(env: Variables): Readonly<Record<string, string | undefined>> {
  const token = inputOf(env, "github-token");
  const kept = Object.entries(env).filter(([name]) => !name.startsWith("INPUT_"));
  return { ...Object.fromEntries(kept), ...(token === "" ? {} : { GITHUB_TOKEN: token }) };
}

/** A workflow command that shows an error. Nothing in the message can begin another one. */
export function errorLine(message: string): string {
  const escaped = message.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  return `::error title=docform::${escaped}\n`;
}
