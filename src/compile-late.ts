import { setFlagsFromString } from "node:v8";

/**
 * Lets V8 optimise a function only after it has run about fifteen times longer than usual. A run of docform lasts a
 * second or two and goes through much code, none of it long: compiling it took more time than it saved (more than
 * half of planning 10,000 resources; `npm run bench:plan`). What is really hot is compiled all the same.
 */
export function compileLate(): void {
  setFlagsFromString("--interrupt-budget=1000000");
}
