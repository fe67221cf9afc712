import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * Ends processes and removes a folder after this process has ended, even when it was killed: a shell reads from a pipe
 * that only this process holds open, and the system closes the pipe in any case.
 */
export interface ProcessGuard {
  /** Registers a process to end. */
  readonly watch: (pid: number) => void
  /** Ends and removes everything now. */
  readonly release: () => Promise<void>
}

const SCRIPT = `
pids=
while read -r pid; do pids="$pids $pid"; done
for pid in $pids; do kill -9 "$pid" 2>/dev/null; done
left=60
for pid in $pids; do while kill -0 "$pid" 2>/dev/null && [ $((left -= 1)) -gt 0 ]; do sleep 0.05; done; done
rm -rf -- "$1"
`

export function guard(folder: string): ProcessGuard {
  // Detached, so that Ctrl-C in a terminal does not end it too early.
  const shell = spawn('sh', ['-c', SCRIPT, 'guard', folder], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  const closed = once(shell, 'close')
  shell.unref()
  return {
    watch: (pid) => {
      shell.stdin.write(`${pid}\n`)
    },
    release: async () => {
      shell.ref()
      shell.stdin.end()
      await closed
    },
  }
}
