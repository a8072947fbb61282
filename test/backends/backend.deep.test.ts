import { servers } from "./places.ts";
import { testLostLock, testPlace } from "./suite.ts";

for (const [name, open] of Object.entries(servers)) {
  testPlace(name, open);
  testLostLock(name, open);
}
