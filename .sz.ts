import { gzipSync } from "node:zlib";
import { deployedModules } from "./scripts/deployed-modules.ts";
const m = deployedModules(); const b = Buffer.from(m.map(({ contents }) => contents).join(""));
console.log(b.length, gzipSync(b).length, 500 * 1024 - gzipSync(b).length);
