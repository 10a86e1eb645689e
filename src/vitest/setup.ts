// A file for vitest's `setupFiles`. It intercepts requests before a test file imports its clients.
import './interception.ts';
