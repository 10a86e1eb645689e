// The build has the entries for Node import this first, as on such a Node what they import next throws
// in the middle of a library. All that is looked at is what that needs: where the package loads, it is
// not refused, on another runtime either.
const { process } = globalThis as { process?: Partial<NodeJS.Process> };
if (process?.versions?.node !== undefined && process.getBuiltinModule === undefined) {
  throw new Error(
    `pet-catalog-mock needs Node 20.19 or a later 20, 22.12 or a later 22, or 24 or later; this is Node ${process.versions.node}`,
  );
}
