// Checks a manifest against the schemas of Kubernetes: node validate.js kubernetes.yaml
import { readFile } from 'node:fs/promises';
import { parseAllDocuments } from 'yaml';

const documents = parseAllDocuments(await readFile(process.argv[2], 'utf8'));
for (const document of documents) {
  for (const error of document.errors) throw error;
  const resource = document.toJS();
  const group = resource.apiVersion.includes('/') ? resource.apiVersion : 'v1';
  const kinds = await import(`kubernetes-models/${group}`);
  const Kind = kinds[resource.kind];
  if (!Kind) throw new Error(`Kubernetes has no ${resource.kind} in ${resource.apiVersion}`);
  new Kind(resource).validate();
  console.log(`${resource.kind} ${resource.metadata.name}: valid`);
}
