import { Command, Option } from 'commander';
import type { ServeFlags } from '../actions/serve.ts';
import type { CommandFactory } from './command.ts';

/** `serve`: the bundled reference adapter. */
export const serveCommand: CommandFactory = (io, _launch, done) => {
  const command = new Command('serve')
    .helpGroup('Operate:')
    .description('the bundled reference adapter: browser environments, as the config says, else on a fixture site of its own')
    .option('--http [port]', 'over Streamable HTTP on 127.0.0.1, on a free port unless said; else over stdio')
    .option('--config <file>', 'the config whose section "reference" it reads; else the nearest mcp-adapter.json, if it has one')
    .option(
      '--state <dir>',
      'the state folder; else MCP_ADAPTER_STATE, else .mcp-adapter/state beside the config, temporary on the fixture site',
    )
    // For commands that start it over HTTP for a while: adapters are asked to go by the end of stdin first.
    .addOption(new Option('--until-stdin-ends').hideHelp());
  command.addHelpText(
    'after',
    '\nExamples:\n  $ mcp-adapter serve --http 5000\n  $ mcp-adapter serve --config mcp-adapter.json --state ./state',
  );
  return command.action(async (flags: ServeFlags) => {
    const { serveWork } = await import('../actions/serve.ts');
    done(await serveWork(flags, io));
  });
};
