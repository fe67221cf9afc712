import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { root } from '../files.mjs'

export interface CommandOptions {
  readonly env?: Readonly<Record<string, string>>
  /** Minutes after which it is ended, with all that it started, and has failed. */
  readonly minutes: number
}

export interface CommandResult {
  readonly succeeded: boolean
  /** How it ended, for people: `ended with status 2`, `was still running after 5 minutes`. */
  readonly ending: string
}

/** Runs a command from the top of the repository; what it prints goes where ours goes. */
export function runCommand(
  command: string,
  args: readonly string[],
  { env = {}, minutes }: CommandOptions,
): Promise<CommandResult> {
  return new Promise((resolve) => {
    // A group of its own, so that its children can be ended with it.
    const group = process.platform !== 'win32'
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: group,
      env: { ...process.env, ...env },
    })
    const end = () => {
      if (child.pid !== undefined && group) process.kill(-child.pid, 'SIGKILL')
      else child.kill('SIGKILL')
    }
    const stop = () => {
      end()
      process.exit(130)
    }
    let late = false
    const timer = setTimeout(() => {
      late = true
      end()
    }, minutes * 60_000)
    process.once('SIGINT', stop)
    process.once('SIGTERM', stop)
    const finish = (result: CommandResult) => {
      clearTimeout(timer)
      process.off('SIGINT', stop)
      process.off('SIGTERM', stop)
      resolve(result)
    }
    child.once('error', (error) => finish({ succeeded: false, ending: `did not start: ${error.message}` }))
    child.once('close', (status, signal) => {
      if (late) finish({ succeeded: false, ending: `was still running after ${minutes} minutes` })
      else finish({ succeeded: status === 0, ending: `ended with ${status === null ? signal : `status ${status}`}` })
    })
  })
}

/** The same for a command that an installed package brings, without a package manager in between. */
export function runTool(
  packageName: string,
  args: readonly string[],
  options: CommandOptions & { readonly bin?: string },
): Promise<CommandResult> {
  const require = createRequire(join(root, 'package.json'))
  const manifestPath = require.resolve(`${packageName}/package.json`)
  const manifest: { readonly bin: string | Readonly<Record<string, string>> } = require(manifestPath)
  const bin =
    typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[options.bin ?? packageName.replace(/^.*\//, '')]
  if (bin === undefined) throw new Error(`${packageName} brings no command ${options.bin ?? packageName}`)
  return runCommand(process.execPath, [join(dirname(manifestPath), bin), ...args], options)
}
