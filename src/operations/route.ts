import type { Operation } from '../catalog/operation.ts';

/** What a path is: its operations by their methods, and the parts that stand for parameters. */
export interface Route {
  readonly resource: Resource;
  /** As they were sent, not decoded, in the order of the path. */
  readonly values: readonly string[];
}

export interface Resource {
  /** By method. `HEAD` goes wherever `GET` does (RFC 9110, section 9.3.2). */
  readonly operations: Readonly<Record<string, RoutedOperation>>;
  /** The `Allow` header (RFC 9110, section 10.2.1). */
  readonly allow: string;
}

export interface RoutedOperation {
  readonly operation: Operation;
  /** The names of the parameters, in the order of the path. */
  readonly params: readonly string[];
}
