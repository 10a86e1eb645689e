// The one type of Storybook that the addon names. Storybook is 50 MB, so it is not installed here; the
// example checks the addon's types with the real ones.
declare module 'storybook/internal/csf' {
  // Storybook takes the types of a story's parameters from `T`.
  // oxlint-disable-next-line no-unused-vars -- `T` is for Storybook alone.
  export interface PreviewAddon<in T> {
    beforeEach?(context: { parameters: object }): void;
  }
}
