import * as v from 'valibot';
import { described } from '../../../contract/input.ts';
import { count, text } from './schemas.ts';

const harPairs = v.array(v.object({ name: v.string(), value: v.string() }));
const harBytes = described(
  v.pipe(v.number(), v.integer(), v.minValue(-1)),
  'Bytes; -1 where they are not known.',
);
const harComment = v.exactOptional(text('What else there is to say.'));

export const harSchema = v.pipe(
  v.object({
    log: described(
      v.object({
        version: v.literal('1.2'),
        creator: v.object({ name: v.string(), version: v.string() }),
        entries: v.array(
          v.object({
            startedDateTime: v.pipe(v.string(), v.isoTimestamp()),
            time: v.number(),
            request: v.object({
              method: v.string(),
              url: v.string(),
              httpVersion: v.string(),
              cookies: harPairs,
              headers: harPairs,
              queryString: harPairs,
              postData: v.exactOptional(
                v.object({ mimeType: v.string(), text: v.string(), comment: harComment }),
              ),
              headersSize: harBytes,
              bodySize: harBytes,
            }),
            response: v.object({
              status: count,
              statusText: v.string(),
              httpVersion: v.string(),
              cookies: harPairs,
              headers: harPairs,
              content: v.object({
                size: harBytes,
                mimeType: v.string(),
                text: v.exactOptional(v.string()),
                comment: harComment,
              }),
              redirectURL: v.string(),
              headersSize: harBytes,
              bodySize: harBytes,
              _error: v.exactOptional(text('Why there is no response.')),
            }),
            cache: v.object({}),
            timings: v.object({ send: v.number(), wait: v.number(), receive: v.number() }),
            comment: harComment,
            _fault: v.exactOptional(text('The id of the fault that hit it, or `prefer`.')),
          }),
        ),
      }),
      'The archive.',
    ),
  }),
  v.title('Har'),
  v.description('An HTTP Archive, version 1.2.'),
);
