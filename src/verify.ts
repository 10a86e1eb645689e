export { UnreachableError } from './verify/read-pets.ts';
export type {
  LeftBehind,
  Outcome,
  ShownAnswer,
  ShownRequest,
  VerifiedCase,
  VerifyReport,
} from './verify/report.ts';
export { rows, type Row } from './verify/rows.ts';
export { verifyService, type VerifyOptions } from './verify/verify-service.ts';
