// Runs before `npm start`, `npm test` and `npm run dev`: checks Node, installs packages and builds what changed.
// It may be the very first thing that runs in a fresh clone, so nothing here has dependencies.
const required = [20, 19];
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < required[0] || (major === required[0] && minor < required[1])) {
  console.error(
    `Node.js ${required.join('.')} 以降が必要です(現在は ${process.versions.node})。新しい Node.js を入れてから、もう一度実行してください。`,
  );
  process.exit(1);
}

const { prepare } = await import('./prepare/prepare-steps.mjs');
await prepare(process.argv[2]);
