/** What `--help` prints: one screen. `--help all` lists every option. */
export const shortHelp = `Usage: pet-catalog-mock [options] [command]

A mock server of the Pet Catalog service.

Options:
  -p, --port NUMBER    the port; 0 takes a free one (default: 4020)
  --pets NUMBER        how many pets to generate (default: 25)
  --fixtures FILE      use exactly these pets: a JSON array or a snapshot's
  --scenario NAME      where to start: empty, shelter, slow, flaky, down or full
  --delay MS           slow every answer: 250, or 100-300
  --api-key KEY        accept only this key; may be repeated (default: any key)
  --isolate [HEADER]   give each API key (or value of a header) its own pets
  --watch              read changed files again
  --log FORMAT         pretty, json or none
  --config FILE        read options from a file (pet-catalog-mock.config.*)
  --help all           list all options, their variables and defaults

Commands:
  run -- COMMAND       start a mock, run a command, stop the mock
  wait                 wait until a mock answers
  fixtures             print generated pets as a file for --fixtures
  verify               check a real service against the contract
  capture              save the pets of a real service as a file
  mcp                  let AI agents control the mock

Examples:
  pet-catalog-mock --port 0 --port-file port
  pet-catalog-mock --fixtures pets.json --watch
  pet-catalog-mock run -- npm test
  curl -H "X-API-Key: test" http://127.0.0.1:4020/v2/pets
`;

/** The full help of each command. The first line is printed above the options, the rest below them. */
export const help = {
  'pet-catalog-mock': `A mock server of the Pet Catalog service.

A setting comes from its flag, else its variable, else the config file, else its default. An empty
variable does not count. The config file is pet-catalog-mock.config.js, .mjs or .json in the current
folder, or the file of --config (docs/configure.md):

  {"port": 4020, "pets": 100, "delay": "100-300", "fixtures": "pets.json", "cors": false}

Ctrl-C, SIGTERM and SIGHUP stop the server: it finishes open requests, for 5 seconds at most. A second
signal quits at once.

To let others reach the server, keep the token out of the list of processes:
  PET_CATALOG_ADMIN_TOKEN=... pet-catalog-mock --host 0.0.0.0

Exit status: 0 after Ctrl-C, SIGTERM or SIGHUP; 1 if it could not start; 2 for wrong usage (a flag, a
variable, a config key); 130, 143 or 129 after a second signal.`,
  run: `Start a mock, run a command, stop the mock.

The mock takes a free port unless a port is given, prints nothing, and logs only
with --log. Its options stand before the two dashes: run --help all lists them.
The command gets PET_CATALOG_URL, such as http://127.0.0.1:41234/v2, and
PET_CATALOG_PORT. Signals go to the command, and the mock stops when the command
has ended. A second signal ends all at once (docs/run-the-server.md).

  pet-catalog-mock run -- npm test
  pet-catalog-mock run --pets 3 --isolate -- npx playwright test

Exit status: the status of the command; 128 + n after signal n ended it; 126 if
it cannot be run; 127 if there is no such command. If the mock cannot start, the
command does not run: 1, or 2 for wrong usage.`,
  fixtures: `Print the pets that the server generates, as a file for --fixtures.

It prints a JSON array with one pet on each line. A server with the same options starts with the same
pets. Edit the file and start the server with it:

  pet-catalog-mock fixtures --pets 200 --seed 7 > pets.json
  pet-catalog-mock --fixtures pets.json --watch

Exit status: 0 when all is written; 1 if it cannot be written; 2 for wrong usage.`,
  wait: `Wait until the mock answers at a URL.

It asks GET /__admin/health, with no key or token. Certificates are not checked. The port file may appear
later: each attempt reads it again.

Exit status: 0 when the mock answers; 1 when the time is up; 2 for wrong usage.`,
  mcp: `Let AI agents control the mock: an MCP server on standard input and output.

MCP clients start it (docs/use-with-ai-agents.md). The first tool that needs a mock starts one with the
options above: on 4020 or, if that port is in use and no port was chosen, on a free one. With --url it
controls a running mock instead, and takes no other options than --api-key and --admin-token.

Exit status: 0 at the end of standard input or after a signal; 1 if a file cannot be read; 2 for wrong
usage.`,
  verify: `Check a real service against the contract.

It sends the cases of the contract to a service. Without --write it only reads. With --write it also
creates pets, which stay there with "pet-catalog-mock verify" in the name or tag; the report lists
them. It never removes or changes a pet. The rows are those of docs/service.md, and their names may be
given in small letters:

  pet-catalog-mock verify --against https://pets.example/v2 --api-key "$KEY"
  pet-catalog-mock verify --against http://localhost:8080 --write --only "limit,name and tag"
  pet-catalog-mock verify --against https://pets.example/v2 --print-dialect > dialect.json
  pet-catalog-mock --dialect dialect.json

Exit status: 0 when all that was asked is the same, or agreed on; 1 when it differs; 2 for wrong usage,
or a file that cannot be read or written; 3 when the service cannot be reached or answers no list of
pets; 130 after Ctrl-C.`,
  capture: `Save the pets of a real service as a file for --fixtures.

It leaves out pets that a fixture file cannot hold, and names them on standard error. It warns there if the
service may have listed only a part of its pets:

  pet-catalog-mock capture --from https://pets.example/v2 --api-key "$KEY" --anonymize > pets.json
  pet-catalog-mock --fixtures pets.json

Exit status: 0 when the pets are written; 2 for wrong usage, or a file that cannot be written; 3 when the
service cannot be reached or answers no list of pets; 130 after Ctrl-C.`,
};
