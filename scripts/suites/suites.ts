import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSite } from '../build.mjs'
import { installChromium } from '../chromium.ts'
import { root } from '../files.mjs'
import { installHugo } from '../hugo.ts'
import { type CommandOptions, type CommandResult, runCommand, runTool } from './command.ts'
import { eventsOf, RECORD_FILE } from './record.ts'
import { failure, notRun, one, sum, type Tally, tallyOf } from './tally.ts'

export interface Suite {
  readonly name: string
  readonly run: () => Promise<Tally> | Tally
}

/** CI ends the whole after 90 minutes, and the other suites take less than 25 of them on a busy machine. */
const E2E_MINUTES = 65

const typeScriptProjects = ['.', 'app', ...packagesWith('tsconfig.json')]
const unitProjects = [...packagesWith('src').filter((folder) => folder !== 'packages/examples'), 'app', 'scripts']

/** Everything that `npm test` runs, in this order: what fails soonest first. */
export const suites: readonly Suite[] = [
  {
    name: 'lint',
    run: async () =>
      one('biome', await runTool('@biomejs/biome', ['check', '--error-on-warnings', '.'], { minutes: 5 })),
  },
  {
    name: 'types',
    run: () =>
      each(typeScriptProjects, async (folder) =>
        one(`tsc -p ${folder}`, await runTool('typescript', ['-p', folder], { bin: 'tsc', minutes: 5 })),
      ),
  },
  {
    name: 'boundaries',
    run: async () => one('the import boundaries', await runScript('scripts/boundaries/check.ts', [], { minutes: 5 })),
  },
  { name: 'dead-code', run: async () => one('knip', await runTool('knip', ['--no-progress'], { minutes: 5 })) },
  { name: 'unit', run: () => runVitest(unitProjects, 20) },
  { name: 'gallery', run: () => runVitest(['packages/examples'], 10) },
  {
    name: 'components',
    run: () => withChromium(() => runVitest(['app'], 10, ['--config=vitest.browser.config.ts'])),
  },
  { name: 'conformance', run: runConformance },
  {
    name: 'build',
    run: () => one('the build', { succeeded: buildSite({ always: true }), ending: 'failed' }),
  },
  { name: 'e2e', run: runPlaywright },
  {
    name: 'size',
    run: () => withChromium(async () => one('the size', await runScript('scripts/size/size.ts', [], { minutes: 5 }))),
  },
]

function packagesWith(entry: string): readonly string[] {
  return readdirSync(join(root, 'packages'))
    .map((name) => `packages/${name}`)
    .filter((folder) => existsSync(join(root, folder, entry)))
}

/** One after the other: two at once would fight for the same two cores. */
async function each(names: readonly string[], run: (name: string) => Promise<Tally>): Promise<Tally> {
  const tallies: Tally[] = []
  for (const name of names) tallies.push(await run(name))
  return sum(tallies)
}

function runScript(path: string, args: readonly string[], options: CommandOptions): Promise<CommandResult> {
  return runCommand(process.execPath, ['--import', 'tsx', path, ...args], options)
}

function runVitest(
  folders: readonly string[],
  minutes: number,
  which = folders.map((folder) => `--project=${folder.replace(/^packages\//, '')}`),
): Promise<Tally> {
  const reporters = ['--reporter=default', `--reporter=${join(root, 'scripts/suites/vitest-recorder.ts')}`]
  return recorded(
    'vitest',
    (env) => runTool('vitest', ['run', ...which, ...reporters], { minutes, env }),
    folders.map((folder) => `${folder}/`),
  )
}

/** Everything that is checked in, by one command: the vectors, and the disagreements that were found once. */
async function runConformance(): Promise<Tally> {
  const result = await runScript('packages/conformance/src/cli.ts', [], { minutes: 20, keepOutput: true })
  // Of nothing, nothing disagrees.
  const compared = /(?:^|\n)[1-9]\d* vectors, \d+ disagree\n$/.test(result.output)
  return compared ? one('conformance', result) : failure('conformance: nothing was compared')
}

function runPlaywright(): Promise<Tally> | Tally {
  return withChromium(async () => {
    // Before Playwright looks for it: playwright.config.ts leaves out what needs it.
    const withHugo = installHugo()
    const args = ['test', '--reporter=list,./scripts/suites/playwright-recorder.ts']
    // Playwright ends by itself first, and with it the server that it started.
    const limits = ['--global-timeout', `${E2E_MINUTES * 60_000}`]
    const tally = await recorded(
      'Playwright',
      (env) => runTool('@playwright/test', [...args, ...limits], { bin: 'playwright', env, minutes: E2E_MINUTES + 2 }),
      ['e2e/'],
    )
    return withHugo
      ? tally
      : sum([tally, notRun('e2e/hugo.spec.ts', 'no Hugo could be had: install it, or set HUGO_PATH')])
  })
}

function withChromium(run: () => Promise<Tally>): Promise<Tally> | Tally {
  return installChromium() === undefined ? failure('there is no Chromium to run it in') : run()
}

/** Runs what records its tests, and counts by the record; whatever fails without a test to show for it counts too. */
async function recorded(
  name: string,
  run: (env: Readonly<Record<string, string>>) => Promise<CommandResult>,
  folders: readonly string[],
): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'suite-'))
  const file = join(folder, 'record.ndjson')
  writeFileSync(file, '')
  try {
    const result = await run({ [RECORD_FILE]: file })
    const counted = tallyOf(eventsOf(readFileSync(file, 'utf8')), folders)
    // A run that was ended says so, whatever it had found by then.
    if (result.succeeded || (counted.failed > 0 && !result.late)) return counted
    return sum([counted, failure(`${name} ${result.ending}`)])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
