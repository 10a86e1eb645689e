export {
  UnreachableError,
  type LeftBehind,
  type Outcome,
  type ShownAnswer,
  type ShownRequest,
  type VerifiedCase,
  type VerifyReport,
} from './verify/report.ts';
export { rows, type Row } from './verify/rows.ts';
export { verifyService, type VerifyOptions } from './verify/verify-service.ts';
