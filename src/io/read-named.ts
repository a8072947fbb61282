import { resolve } from "node:path";
import type { Io } from "./io.ts";

const megabyte = 1024 * 1024;
/** Longest file. */
const mostBytes = 256 * megabyte;
/** Most that comes out of a pipe or a device, which tell no size. */
const mostOfPipe = 64 * megabyte;

/** A file that the command line names, as text. Throws what the disk throws, and for one that is too large. */
export async function readNamed({ disk, cwd }: Pick<Io, "disk" | "cwd">, file: string): Promise<string> {
  const path = resolve(cwd, file);
  const status = await disk.status(path);
  if (status !== undefined)
    return decodedText(status.bytes > mostBytes ? undefined : await disk.read(path), mostBytes);
  const bytes = await disk.read(path, mostOfPipe + 1);
  return decodedText(bytes.length > mostOfPipe ? undefined : bytes, mostOfPipe);
}

function decodedText(bytes: Uint8Array | undefined, most: number): string {
  if (bytes === undefined) throw new Error(`it is larger than ${most / megabyte} MiB`);
  return new TextDecoder().decode(bytes);
}
