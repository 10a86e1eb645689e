/**
 * Says what is wrong with a version of Node (`engines` in package.json). The package needs `require` of ES
 * modules, which came with 20.19 and 22.12. Node 14 must be able to run this.
 */
export function nodeProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.slice(1).split('.').map(Number);
  const fits = major === 20 ? minor >= 19 : major === 22 ? minor >= 12 : major >= 24;
  if (fits) return undefined;
  return `It needs Node 20.19 or a later 20, 22.12 or a later 22, or 24 or later; this is Node ${version.slice(1)}`;
}
