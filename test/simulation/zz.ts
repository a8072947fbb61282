import { drawScenario } from "./scenario.ts";
import { tell } from "./story.ts";
const s = drawScenario(3117);
for (const [k,v] of Object.entries(s.project.files)) if (k.includes("acme.yaml")) console.log(k, JSON.stringify(JSON.parse(v),null,1));
const st = await tell(s);
console.log(JSON.stringify((st.acts.at(-1)!.after as any).plan.changes, null, 1), JSON.stringify((st.acts.at(-1)!.before as any).plan.changes.filter((c:any)=>c.kind==="site"), null, 1));
