/** What the help of each command says: the first line above the options, the rest below them. */
export const help = {
  'pet-catalog-mock': `A mock of the Pet Catalog service: a server of seeded pets that you control.

Where a setting comes from: a flag, else its environment variable, else the config file, else the
default. An empty variable counts as none. The config file is pet-catalog-mock.config.js, .mjs or
.json in the current folder, or what --config names. It has the options by their names in camel case,
"baseUrl" for --base-path, "apiKeys" for --api-key, "cors" and "tls": {"cert", "key"}; files that it
names are found from its own folder:

  {"port": 4020, "pets": 100, "delay": "100-300", "fixtures": "pets.json", "cors": false}

It may hold fixtures, scenarios and a dialect themselves in place of their files. A module has that
object as its default export, and may so hold operations and handlers, too; defineConfig() of
"pet-catalog-mock" gives its types.

Once the server answers, one line "ready on http://127.0.0.1:4020/v2" is printed on standard output.
Ctrl-C, SIGTERM and SIGHUP end it: requests in flight are answered, for 5 seconds at most. A second
one ends it at once.

Examples:
  pet-catalog-mock                             25 pets at http://127.0.0.1:4020/v2
  pet-catalog-mock --port 0 --port-file port   a free port, for a script to read
  pet-catalog-mock --fixtures pets.json        exactly these pets
  pet-catalog-mock --pets 10000 --delay 50-200 many pets, from a slow server
  pet-catalog-mock --scenario flaky            one call in five fails; also: empty, shelter, slow, down, full
  pet-catalog-mock --isolate                   a catalog for each API key: tests in parallel
  pet-catalog-mock --isolate X-Test-Id         the same for an app that has one fixed key
  PET_CATALOG_ADMIN_TOKEN=... pet-catalog-mock --host 0.0.0.0
                                               for others too; a variable keeps the token out of
                                               the list of processes
  pet-catalog-mock run -- npm run e2e          run a command beside a mock of its own
  pet-catalog-mock fixtures --pets 9 > pets.json
                                               the generated pets as a file, to edit
  pet-catalog-mock --fixtures pets.json --watch
                                               reads the file again whenever it changes
  pet-catalog-mock wait && npm run e2e         wait until it answers
  curl -H "X-API-Key: test" http://127.0.0.1:4020/v2/pets

Exit status: 0 after Ctrl-C, SIGTERM or SIGHUP; 1 when it could not start; 2 for wrong usage (a flag,
a variable, a config key); 130, 143 or 129 after a second signal.`,
  run: `Run a command beside a mock of its own: run [options] -- COMMAND.

Starts the mock on a free port (unless a port is given), runs the command, stops the mock, and ends
with the command's exit status. The command gets PET_CATALOG_URL, such as http://127.0.0.1:41234/v2,
and PET_CATALOG_PORT. Standard input, output and error are the command's; the mock writes nothing to
standard output, and logs requests to standard error only with --log. Variables and the config file
count as without "run", PORT too.

Ctrl-C, SIGTERM and SIGHUP go to the command, and the mock stops once that has ended. Where there is no
terminal, what the command has left running then is ended as well. A second signal ends it at once.

Examples:
  pet-catalog-mock run -- npm test
  pet-catalog-mock run --pets 3 --isolate -- npx playwright test
  pet-catalog-mock run --log pretty -- sh -c 'curl -H "X-API-Key: test" "$PET_CATALOG_URL/pets"'

Exit status: the command's; 128 + n after signal n has ended it; 126 when it cannot be run; 127 when
there is no such command; 1 when the mock could not start; 2 for wrong usage. In the last two cases
the command has not run.`,
  fixtures: `Print the pets that the server would generate, as a file for --fixtures.

A JSON array with one pet a line. A server with the same options begins with the same
pets; one with --fixtures and this file begins with what you make of it:

  pet-catalog-mock fixtures --pets 200 --seed 7 > pets.json
  pet-catalog-mock --fixtures pets.json --watch

Exit status: 0 when all is written; 1 when it cannot be; 2 for wrong usage.`,
  wait: `Wait until the mock answers at a URL.

The mock answers when GET /__admin/health gives a 2xx or, with --no-admin, when GET / gives the mock's
own index. What else answers there does not count; its status is in the message when time is up. A
certificate is not checked, and no key or token is sent. A port file may not be there yet: it is read
anew for each attempt, so that the file of an earlier run does no harm.

Exit status: 0 as soon as the mock answers; 1 when time is up; 2 for wrong usage.`,
  mcp: `Serve the controls to AI agents: an MCP server on standard input and output.

MCP clients start it, with "command": "npx" and "args": ["pet-catalog-mock", "mcp"]. The first tool that
needs a server starts one with the options above: on 4020 where no port is chosen or, where that is
taken, on a free one. Its log is off unless --log asks for one. With --url, the only options are
--api-key and --admin-token: it sends them.

The server ends with standard input, or at a signal. Standard output is the protocol's alone.

Exit status: 0 at the end of standard input or after a signal; 1 when a file could not be read; 2 for
wrong usage.`,
  verify: `Ask a service the cases of the contract: is the mock still like it?

It asks a service the cases of the contract; without --write, those that only read. With --write, also
what creates pets; they stay there, with "pet-catalog-mock verify" in the name or tag, and the report says
which. It never removes or changes what it did not create. The rows are those of
docs/what-the-mock-answers.md, and their names may be given in small letters:

  pet-catalog-mock verify --against https://pets.example/v2 --api-key "$KEY"
  pet-catalog-mock verify --against http://localhost:8080 --write --only "limit,name and tag"
  pet-catalog-mock verify --against https://pets.example/v2 --print-dialect > dialect.json
  pet-catalog-mock --dialect dialect.json

A file of expectations names, for each agreed case, the status, the parts that differ, and a reason;
--update writes it. Another status, another part or any 5xx is different again. Ctrl-C ends a run, and
the report says which cases were not asked.

Exit status: 0 when all that was asked is the same, or agreed on; 1 when it differs; 2 for wrong usage,
or a file that cannot be read or written; 3 when the service cannot be reached or answers no list of
pets; 130 after Ctrl-C.`,
  capture: `Write a service's pets as a file for --fixtures.

A JSON array with one pet a line. What a fixture file would be refused for is left out, and said on
standard error, and so is a list that may have been capped:

  pet-catalog-mock capture --from https://pets.example/v2 --api-key "$KEY" --anonymize > pets.json
  pet-catalog-mock --fixtures pets.json

Exit status: 0 when the pets are written; 2 for wrong usage, or a file that cannot be written; 3 when the
service cannot be reached or answers no list of pets; 130 after Ctrl-C.`,
};
