// For `setupFiles` of vitest: the interception begins before a test file imports its clients.
import './interception.ts';
