import { chmod, cp, mkdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { DockerfileParser, type Copy } from 'dockerfile-ast';
import { run } from '../../browser/support/run.ts';

/** What a Dockerfile makes of an empty folder. */
export type BuiltImage = Awaited<ReturnType<typeof buildImage>>;

/**
 * Runs the steps of a Dockerfile with no engine: each absolute path lies in a folder of its stage, and
 * commands are this machine's.
 *
 * @param folder An empty one.
 * @param context What `COPY` without `--from` copies of: the names in `left` are left out.
 * @param built The folders of stages that have been built already, by their names.
 */
export async function buildImage(
  text: string,
  folder: string,
  context: string,
  left: ReadonlySet<string>,
  built: Record<string, string> = {},
) {
  const roots = { ...built };
  const image = {
    /** Where `WORKDIR` is on this machine. */
    cwd: '',
    env: {} as Record<string, string>,
    uid: 0,
    gid: 0,
    entrypoint: [] as string[],
    /** The shell's text of `HEALTHCHECK`. */
    healthcheck: '',
  };
  // Whom it names must be able to read it.
  await chmod(folder, 0o755);
  let root = '';
  const here = (path: string) => (path.startsWith('/') ? join(root, path) : join(image.cwd, path));
  /** The shell sees absolute paths of the image where they are on this machine. */
  const moved = (command: string) => command.replaceAll(/(?<=\s)\/(?=\w)/g, `${root}/`);

  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    const keyword = instruction.getKeyword();
    const words = instruction.getArguments().map((argument) => argument.getValue());
    const rest = instruction.getArgumentsContent() ?? '';
    if (keyword === 'FROM') {
      const name = /\bAS (\w+)$/i.exec(rest)?.[1] ?? 'image';
      root = roots[name] ?? join(folder, name);
      roots[name] = root;
      Object.assign(image, { cwd: root, env: {} });
      await mkdir(root, { recursive: true });
      await chmod(root, 0o755);
      continue;
    }
    // A stage that has been built already.
    if (Object.values(built).includes(root)) continue;
    switch (keyword) {
      case 'WORKDIR':
        image.cwd = here(rest);
        await mkdir(image.cwd, { recursive: true });
        break;
      case 'COPY': {
        const stage = (instruction as Copy).getFromFlag()?.getValue() ?? undefined;
        const [source = '', target = ''] = words;
        if (stage !== undefined) {
          const command = `cp ${join(roots[stage]!, source)} ${here(target)}`;
          await run('sh', ['-c', command], { cwd: image.cwd });
        } else {
          const filter = (path: string) => !left.has(basename(path));
          await cp(resolve(context, source), here(target), { recursive: true, filter });
        }
        break;
      }
      case 'RUN':
        await run('sh', ['-c', moved(` ${rest}`)], { cwd: image.cwd, env: image.env });
        break;
      case 'ENV':
        for (const word of words) {
          const [name, value] = word.split('=');
          image.env[name!] = value!;
        }
        break;
      case 'USER': {
        const [uid, gid] = rest.split(':').map(Number);
        Object.assign(image, { uid, gid });
        break;
      }
      case 'HEALTHCHECK':
        image.healthcheck = moved(rest.replace(/^CMD/, ''));
        break;
      case 'ENTRYPOINT':
        image.entrypoint = JSON.parse(rest) as string[];
        break;
      case 'EXPOSE':
        break;
      default:
        throw new Error(`No step is known for ${keyword}`);
    }
  }
  return image;
}
