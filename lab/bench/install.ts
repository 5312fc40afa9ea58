// Installs what the bench alone needs: the peers.
import { installOwnPackage } from "../../scripts/own-package.ts";

await installOwnPackage(import.meta.dirname);
