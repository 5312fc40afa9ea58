import { createHash } from "node:crypto";

/** The style of all pages. Each page contains it, and the content security policy names its hash. */
export const style = `
:root { color-scheme: light dark; --bg: #f6f5f2; --card: #fff; --ink: #1c1b19; --dim: #5f5c56; --line: #d9d6cf; --accent: #1f4fd1; --on-accent: #fff; --alarm: #a3180f; --alarm-bg: #fdeceb; }
@media (prefers-color-scheme: dark) {
	:root { --bg: #141413; --card: #1e1d1c; --ink: #f2f0ec; --dim: #aaa69e; --line: #3b3936; --accent: #8fb0ff; --on-accent: #0c1a3d; --alarm: #ffb3ac; --alarm-bg: #3a1a18; }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--bg); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 28rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
main.wide { max-width: 44rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 0.75rem; padding: 1.25rem; }
@media (min-width: 30rem) { main { padding-top: 4rem; } .card { padding: 2rem; } }
h1 { font-size: 1.375rem; line-height: 1.3; margin: 0 0 0.5rem; text-wrap: balance; }
h2 { font-size: 1rem; margin: 1.25rem 0 0.25rem; }
h3 { font-size: 1rem; margin: 0; }
p { margin: 0 0 0.75rem; }
.dim { color: var(--dim); font-size: 0.9375rem; }
ul { margin: 0; padding-left: 1.25rem; }
a { color: var(--accent); }
code { font-size: 0.8125rem; }
time { white-space: nowrap; }
summary { cursor: pointer; min-height: 1.5rem; }
label, legend { font-weight: 600; }
fieldset { border: 1px solid var(--line); border-radius: 0.5rem; padding: 0.75rem 1rem; margin: 1.25rem 0 0; min-width: 0; }
.choice { display: flex; gap: 0.625rem; align-items: center; min-height: 2.75rem; padding: 0.25rem 0; line-height: 1.35; font-weight: 400; }
.choice:has(:disabled) { color: var(--dim); }
.choice input { width: 1.25rem; height: 1.25rem; flex: none; accent-color: var(--accent); }
input[type="email"], input[type="password"] { display: block; width: 100%; min-height: 2.75rem; margin: 0.25rem 0 1rem; padding: 0.5rem 0.75rem; font: inherit; color: inherit; background: var(--bg); border: 1px solid var(--dim); border-radius: 0.5rem; }
button { min-height: 2.75rem; padding: 0.5rem 1.25rem; font: inherit; font-weight: 600; border-radius: 0.5rem; border: 1px solid var(--dim); background: transparent; color: inherit; cursor: pointer; }
button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
button.link { min-height: 1.5rem; padding: 0; border: 0; color: var(--accent); font-weight: 400; text-decoration: underline; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.actions { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-top: 1.5rem; }
.after { margin-top: 1.5rem; }
.actions button { flex: 1 1 8rem; }
.alarm { background: var(--alarm-bg); color: var(--alarm); border-radius: 0.5rem; padding: 0.75rem 1rem; margin: 1rem 0; }
.note { background: var(--bg); border-radius: 0.5rem; padding: 0.75rem 1rem; margin: 1rem 0; }
.logo { display: grid; place-items: center; width: 4rem; height: 4rem; overflow: hidden; border-radius: 0.75rem; border: 1px solid var(--line); margin-bottom: 1rem; background: var(--bg); font-size: 1.75rem; font-weight: 600; }
.logo img { max-width: 100%; max-height: 100%; object-fit: contain; }
.bar { margin-bottom: 1.5rem; }
.bar > * { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 0.5rem 1.25rem; }
.bar nav { justify-content: start; margin-bottom: 0.75rem; padding-bottom: 0.75rem; border-bottom: 1px solid var(--line); }
.bar nav a { min-height: 1.5rem; }
.bar nav a[aria-current] { color: inherit; font-weight: 600; text-decoration: none; }
section + section { margin-top: 2rem; }
section > h2 { font-size: 1.125rem; }
.narrow { max-width: 24rem; }
.card > :last-child { margin-bottom: 0; }
.entry { border-top: 1px solid var(--line); padding: 1rem 0; margin-top: 0.5rem; }
.entry form { margin-top: 1rem; }
.entry > p:has(+ form), .entry > p:last-child { margin-bottom: 0; }
@media (min-width: 30rem) {
	.entry { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 1.5rem; align-items: start; }
	.entry > * { grid-column: 1; }
	.entry form { grid-column: 2; grid-row: 1 / span 3; margin-top: 0; }
}
`;

export const styleSource = `'sha256-${createHash("sha256").update(style).digest("base64")}'`;
