// Behind every command of package.json: checks Node, installs packages, builds what changed, then runs the command.
// It may be the very first thing that runs in a fresh clone, so nothing here has dependencies. It does not rely on
// npm's pre scripts, which `ignore-scripts` switches off, and stays one process, so that signals reach the product.
const required = [20, 19];
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < required[0] || (major === required[0] && minor < required[1])) {
  console.error(
    `Node.js ${required.join('.')} 以降が必要です(現在は ${process.versions.node})。新しい Node.js を入れてから、もう一度実行してください。`,
  );
  process.exit(1);
}

const { runCommand } = await import('./prepare/run-command.mjs');
const [name] = process.argv.splice(2, 1); // The command itself sees only its own arguments.
await runCommand(name);
