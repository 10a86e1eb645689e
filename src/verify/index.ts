export type { Expectation, Expectations } from './expectations.ts';
export type { VerifyOptions } from './observe.ts';
export {
  rows,
  UnreachableError,
  type DifferenceKind,
  type LeftBehind,
  type Outcome,
  type Row,
  type ShownRequest,
  type ShownResponse,
  type VerifiedCase,
  type VerifyReport,
} from './report.ts';
export { verifyService } from './verify-service.ts';
