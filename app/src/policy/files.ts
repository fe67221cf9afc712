import { playground } from '../scenario/playground.ts'
import { announce } from '../ui/announcements.ts'
import { appended, joined } from './documents.ts'
import type { Manner } from './FileDrop.tsx'

/** Files become the policy, or the end of it. What was there can be had back with undo. */
export async function takeFiles(files: readonly File[], manner: Manner): Promise<void> {
  const text = joined(await Promise.all(files.map((file) => file.text())))
  if (text === '') return
  const { scenario, edit } = playground.getState()
  const policy = manner === 'append' ? appended(scenario.policy, text) : text
  // A subject of its own each time: two drops are two steps to undo, however fast they come.
  edit({ subject: `files ${performance.now()}`, change: { policy } })
  const names = files.map(({ name }) => name).join(', ')
  announce(manner === 'append' ? `${names} added to the policy` : `The policy is now ${names}`)
}
