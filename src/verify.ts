export {
  rows,
  UnreachableError,
  type LeftBehind,
  type Outcome,
  type Row,
  type ShownRequest,
  type ShownResponse,
  type VerifiedCase,
  type VerifyReport,
} from './verify/report.ts';
export { verifyService, type VerifyOptions } from './verify/verify-service.ts';
