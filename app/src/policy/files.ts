import { playground } from '../scenario/playground.ts'
import { announce } from '../ui/announcements.ts'
import { appended, joined } from './documents.ts'
import type { Manner } from './FileDrop.tsx'
import { TEXT_NAMES, type WrittenText } from './written.ts'

/** Files become a text, or the end of it. What was there can be had back with undo. */
export async function takeFiles(files: readonly File[], manner: Manner, into: WrittenText): Promise<void> {
  const text = joined(await Promise.all(files.map((file) => file.text())))
  if (text === '') return
  const { scenario, edit } = playground.getState()
  const whole = manner === 'append' ? appended(scenario[into] ?? '', text) : text
  // A subject of its own each time: two drops are two steps to undo, however fast they come.
  edit({ subject: `files ${performance.now()}`, change: { [into]: whole } })
  const names = files.map(({ name }) => name).join(', ')
  announce(
    manner === 'append' ? `${names} added to the ${TEXT_NAMES[into]}` : `In the ${TEXT_NAMES[into]} now: ${names}`,
  )
}
