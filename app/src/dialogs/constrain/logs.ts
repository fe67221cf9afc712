import { create } from 'zustand'
import { workerApi } from '../../session/index.ts'
import { announce } from '../../ui/index.ts'
import type { LogProgress, WhichLog } from '../../worker/index.ts'

/** The files of one log, and how far the worker has read them. */
export interface LogState {
  readonly is: 'empty' | 'reading' | 'stopped' | 'read' | 'failed'
  readonly files: readonly File[]
  /** How many times files were chosen. */
  readonly times: number
  /** Of the files that were chosen last. */
  readonly progress?: LogProgress
}

const EMPTY: LogState = { is: 'empty', files: [], times: 0 }

/** Both logs. They stay while the page is open, and nothing of them is stored. */
export const useLogs = create<Readonly<Record<WhichLog, LogState>>>()(() => ({ first: EMPTY, second: EMPTY }))

function change(which: WhichLog, part: Partial<LogState>): void {
  useLogs.setState((now) => ({ [which]: { ...now[which], ...part } }))
}

/** Reads files beside those that were read before. */
export async function readFiles(which: WhichLog, files: readonly File[]): Promise<void> {
  const before = useLogs.getState()[which]
  if (before.is === 'reading') return
  const times = before.times + 1
  useLogs.setState({ [which]: { is: 'reading', files: [...before.files, ...files], times } })
  const isCurrent = (): boolean => {
    const now = useLogs.getState()[which]
    return now.is === 'reading' && now.times === times
  }
  try {
    let progress = await workerApi().readLog(which, files)
    while (isCurrent() && progress !== undefined && !progress.done) {
      change(which, { progress })
      progress = await workerApi().readLog(which)
    }
    if (!isCurrent()) return
    if (progress === undefined) return void readAgain()
    change(which, { is: 'read', progress })
    announce(
      `Read: ${progress.events.toLocaleString('en')} requests, ${progress.distinct.toLocaleString('en')} different`,
    )
  } catch {
    // The worker ended. The answer pane says so, and the dialog offers to read again.
    if (isCurrent()) change(which, { is: 'failed' })
  }
}

/** Stops reading. What was read counts. */
export async function stopReading(which: WhichLog): Promise<void> {
  change(which, { is: 'stopped' })
  announce('Stopped reading')
  await workerApi()
    .stopLog(which)
    .catch(() => undefined)
}

/** Removes the files of a log. */
export async function removeFiles(which: WhichLog): Promise<void> {
  useLogs.setState({ [which]: EMPTY })
  await workerApi()
    .forgetLog(which)
    .catch(() => undefined)
}

/** Reads all files again, because the worker that had read them has ended. */
export async function readAgain(): Promise<void> {
  const { first, second } = useLogs.getState()
  await Promise.all([removeFiles('first'), removeFiles('second')])
  for (const [which, { files }] of [['first', first] as const, ['second', second] as const])
    if (files.length > 0) await readFiles(which, files)
}
