/** The platform says no: thrown by checks, before anything is changed, and answered as an error body (A1). */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = "Refusal";
    this.status = status;
    this.headers = headers;
  }
}

/** Invalid input; the message begins with the name of the field (A2). */
export function invalid(field: string, message: string): Refusal {
  return new Refusal(400, `${field}: ${message}`);
}

/** Something else already has it (A2). */
export function conflict(field: string, message: string): Refusal {
  return new Refusal(409, `${field}: ${message}`);
}

/** There is nothing with this id (A2). */
export function notFound(what: string, id: string): Refusal {
  return new Refusal(404, `There is no ${what} with the id ${JSON.stringify(id)} here.`);
}

/** Names for a message: the first ten, quoted. */
export function nameList(names: readonly string[]): string {
  const shown = names.slice(0, 10).map((name) => JSON.stringify(name));
  return shown.join(", ") + (names.length > 10 ? ` and ${names.length - 10} more` : "");
}
