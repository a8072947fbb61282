import { test } from "vitest";
import { copyOfProject } from "./support/copy-project.ts";
