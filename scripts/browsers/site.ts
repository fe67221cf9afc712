import { spawn } from 'node:child_process'
import { root } from '../files.mjs'

/** Starts the site as people do, on any free port. */
export function startSite(): Promise<{ readonly address: string; end(): void }> {
  return new Promise((resolve, reject) => {
    const started = spawn(process.execPath, ['scripts/run.cjs', 'start', '--port', '0'], { cwd: root })
    let said = ''
    const listen = (chunk: Buffer): void => {
      said += chunk.toString()
      const address = /at (http:\S+)/.exec(said)?.[1]
      if (address !== undefined) resolve({ address, end: () => started.kill() })
    }
    started.stdout.on('data', listen)
    started.stderr.on('data', listen)
    started.once('exit', () => reject(new Error(`the site could not be started:\n${said}`)))
  })
}
