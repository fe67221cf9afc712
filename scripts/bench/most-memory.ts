/**
 * Runs in a process before its program, and writes the largest resident set, in kilobytes, into file descriptor 3 at its end.
 * Linux counts in `maxRSS` what the parent had when it started the process; `VmHWM` is of the process alone.
 */
const REPORT = `
import { readFileSync, writeSync } from 'node:fs'
process.on('exit', () => {
  const own = process.platform === 'linux' && /^VmHWM:\\s*(\\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))
  writeSync(3, own ? own[1] : String(process.resourceUsage().maxRSS))
})`

/** Arguments of Node for such a process. */
export const REPORT_MEMORY: readonly string[] = ['--import', `data:text/javascript,${encodeURIComponent(REPORT)}`]

/** What such a process wrote, in MB. */
export function megabytes(written: string): number {
  return (Number(written) * 1024) / 1e6
}
