import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../files.mjs'

export interface CommandOptions {
  readonly env?: Readonly<Record<string, string>>
  /** Minutes after which it is asked to end, with all that it started, and has failed. */
  readonly minutes: number
  /** Captures its standard output, so that it has no terminal. */
  readonly keepOutput?: boolean
}

export interface CommandResult {
  readonly succeeded: boolean
  /** Whether it was ended because its minutes were over. */
  readonly late: boolean
  /** How it ended, for people: `ended with status 2`, `was still running after 5 minutes`. */
  readonly ending: string
  /** What it wrote to its standard output, where that was asked for. */
  readonly output: string
}

/** A command that was asked to end is ended after so long. Until then it can end what it started. Milliseconds. */
const GRACE = 20_000

/** Runs a command in the root of the repository. Its output is passed through. */
export function runCommand(
  command: string,
  args: readonly string[],
  { env = {}, minutes, keepOutput = false }: CommandOptions,
): Promise<CommandResult> {
  return new Promise((resolve) => {
    // A group of its own, so that its children can be ended with it.
    const group = process.platform !== 'win32'
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', keepOutput ? 'pipe' : 'inherit', 'inherit'],
      detached: group,
      env: { ...process.env, ...env },
    })
    let output = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      process.stdout.write(text)
    })
    const send = (signal: 'SIGINT' | 'SIGKILL') => {
      if (child.pid !== undefined && group) process.kill(-child.pid, signal)
      else child.kill(signal)
    }
    const stop = () => {
      send('SIGKILL')
      process.exit(130)
    }
    let late = false
    let grace: ReturnType<typeof setTimeout> | undefined
    const timer = setTimeout(() => {
      late = true
      send('SIGINT')
      grace = setTimeout(() => send('SIGKILL'), GRACE)
    }, minutes * 60_000)
    process.once('SIGINT', stop)
    process.once('SIGTERM', stop)
    const finish = (succeeded: boolean, ending: string) => {
      clearTimeout(timer)
      clearTimeout(grace)
      process.off('SIGINT', stop)
      process.off('SIGTERM', stop)
      resolve({ succeeded, late, ending, output })
    }
    child.once('error', (error) => finish(false, `did not start: ${error.message}`))
    child.once('close', (status, signal) => {
      if (late) finish(false, `was still running after ${minutes} minutes`)
      else finish(status === 0, `ended with ${status === null ? signal : `status ${status}`}`)
    })
  })
}

/** The same for a command that an installed package brings, without a package manager in between. */
export function runTool(
  packageName: string,
  args: readonly string[],
  options: CommandOptions & { readonly bin?: string },
): Promise<CommandResult> {
  const folder = join(root, 'node_modules', packageName)
  const manifest: { readonly bin: string | Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  const bin =
    typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[options.bin ?? packageName.replace(/^.*\//, '')]
  if (bin === undefined) throw new Error(`${packageName} brings no command ${options.bin ?? packageName}`)
  return runCommand(process.execPath, [join(folder, bin), ...args], options)
}
