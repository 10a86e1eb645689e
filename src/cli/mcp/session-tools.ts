import type { ToolAnnotations } from '@modelcontextprotocol/server';
import * as v from 'valibot';
import { createInput, described, namedTexts, optional } from '../../contract/input.ts';
import { toSchema, type Json } from '../../contract/openapi-components.ts';
import { createConfigSchema } from '../config-schema.ts';
import { UsageError } from '../errors.ts';
import { commandOptions, createSetting, optionOf, type Setting } from '../settings.ts';
import type { Session } from './session.ts';
import { noInput, toText, type Tool } from './tools.ts';

/** Neither files, of which some are programs, nor who may reach the server: both are the user's to choose. */
const startOptions = commandOptions
  .filter(({ group, form }) => (group === 'Pets' || group === 'Behaviour') && form !== 'file')
  .map(({ name }) => name)
  .concat('port');

const text = v.string('a string');
const texts = namedTexts(text, text, 'an object of names and texts');
const attachFields = {
  url: described(text, 'Where it is: http://127.0.0.1:4020, or where an app has it mounted.'),
  apiKey: optional(text, 'With isolation: the key whose catalog is controlled.'),
  headers: optional(texts, 'With isolation by a header: that header.'),
  token: optional(text, 'Its token, where it has one.'),
};
const attachSchema = v.strictObject(attachFields, 'an object with "url"');
const attachInput = createInput(attachSchema, 'The call');

const annotations: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false,
};

/** The tools that choose which server the others control. */
export function createSessionTools(session: Session): Tool[] {
  return [
    {
      name: 'start',
      description:
        'Starts the mock and gives its URLs. One that this session has started already is given as it ' +
        'is or, where there are options, replaced. What is left out is as the command has it.',
      inputSchema: startSchema(),
      annotations,
      run: async (args) => toText(await session.start(toSettings(args))),
    },
    {
      name: 'attach',
      description:
        'Controls a mock that runs already instead of starting one. One that this session has ' +
        'started goes on; start leads back to it.',
      inputSchema: toSchema(attachInput.schema),
      annotations: { ...annotations, destructiveHint: false },
      run: async (args, signal) => toText(await session.attach(attachInput.check(args), signal)),
    },
    {
      name: 'stop',
      description:
        'Stops the mock that this session has started, and leaves the one that it was attached to. ' +
        'The next call of a tool begins as the first did.',
      inputSchema: { type: 'object', properties: {}, additionalProperties: false },
      annotations,
      async run(args) {
        noInput.check(args);
        await session.stop();
        return toText({ done: true });
      },
    },
  ];
}

/** Of the schema of a config file, what may be chosen here. */
function startSchema(): Json {
  const { properties } = createConfigSchema() as { properties: Json };
  const chosen = Object.entries(properties).filter(([name]) => startOptions.includes(name));
  return { type: 'object', properties: Object.fromEntries(chosen), additionalProperties: false };
}

/** As in a config file. @throws UsageError for an option that is none of these. */
function toSettings(args: Json): Setting[] {
  return Object.entries(args).map(([name, value]) => {
    if (!startOptions.includes(name)) {
      const known = `The options are: ${startOptions.join(', ')}`;
      throw new UsageError(`start has no option ${JSON.stringify(name)}. ${known}`);
    }
    return createSetting(optionOf(name), `"${name}"`, value, '');
  });
}
