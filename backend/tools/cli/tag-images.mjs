// Run by `npm version NUMBER`: writes the new version into the files of the containers.
import { readFileSync, writeFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const FILES = [
  'docker-compose.yml',
  '.container/archive.yml',
  '.container/patroni/docker-compose.yml',
  '.container/kubernetes/kustomization.yaml',
];

for (const file of FILES) {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace(/(hotel-front-desk[\w-]*:|newTag: )\d+\.\d+\.\d+/g, `$1${version}`));
}
