/** SHA-256 of a text, hexadecimal. */
export type Hash = (text: string) => string;
