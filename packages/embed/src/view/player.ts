import { plainText } from '@authz-playground/engine'
import { happening, narrated, positionInWords, type Story, wayTo } from '@authz-playground/pictures'
import { html, icon, set, words } from './dom.ts'
import type { Actions, View, ViewPart } from './view.ts'

/** More ticks would overlap. */
const MOST_TICKS = 60

/** The player of the request, and the step in words below it. */
export function player(actions: Actions): ViewPart {
  const word = html('span', {}, 'Play')
  const play = html('button', { class: 'play', part: 'button play', type: 'button' }, icon('play'), word)
  const back = html('button', { class: 'quiet', part: 'button', type: 'button', 'aria-label': 'Back' }, icon('back'))
  const forward = html(
    'button',
    { class: 'quiet', part: 'button', type: 'button', 'aria-label': 'Step' },
    icon('forward'),
  )
  const ticks = html('div', { class: 'ticks', 'aria-hidden': 'true' })
  const range = html('input', { type: 'range', part: 'scrubber', 'aria-label': 'Step of the request', min: 0, step: 1 })
  const controls = html(
    'div',
    { class: 'player', part: 'player', role: 'group', 'aria-label': 'Player' },
    play,
    back,
    forward,
    html('div', { class: 'scrubber' }, ticks, range),
  )
  const said = html('p', { class: 'narration', part: 'narration' })
  const root = html('div', { class: 'playing' }, controls, said)

  let last: View | undefined
  const position = (): number => last?.player.position ?? 0
  play.addEventListener('click', () => (last?.player.playing ? actions.pause() : actions.play()))
  back.addEventListener('click', () => actions.scrub(position() - 1))
  forward.addEventListener('click', () => actions.scrub(position() + 1))
  range.addEventListener('input', () => actions.scrub(range.valueAsNumber))

  return {
    root,
    update(view) {
      const { story, player, settings, noted } = view
      const most = Math.max(0, (story?.steps.length ?? 0) - 1)
      controls.hidden = !settings.controls
      if (player.playing !== last?.player.playing) {
        word.textContent = player.playing ? 'Pause' : 'Play'
        play.replaceChildren(icon(player.playing ? 'pause' : 'play'), word)
      }
      play.disabled = most === 0
      // aria-disabled instead of disabled, because a disabled button loses the focus.
      set(back, 'aria-disabled', player.position <= 0 ? 'true' : undefined)
      set(forward, 'aria-disabled', player.position >= most ? 'true' : undefined)
      range.max = String(Math.max(1, most))
      range.value = String(most === 0 ? 0 : player.position)
      range.disabled = most === 0
      set(range, 'aria-valuetext', story === undefined ? 'No step' : positionInWords(story, player.position))
      if (story !== last?.story) drawTicks(ticks, story)
      const about = noted === undefined ? undefined : story?.nodes.get(noted)?.about
      const narration = story === undefined ? [] : sentence(story, view)
      said.replaceChildren(...(about === undefined ? words(narration) : [about]))
      last = view
    },
  }
}

function sentence(story: Story, { player: { position, phase } }: View) {
  if (phase !== 'done') return wayTo(story, position)
  return story.steps[position]?.check ? happening(story, position) : narrated(story, position)
}

/** A tick for each step with a check. */
function drawTicks(ticks: HTMLElement, story: Story | undefined): void {
  const steps = story?.checkSteps ?? []
  const last = Math.max(1, (story?.steps.length ?? 0) - 1)
  ticks.replaceChildren(
    ...(steps.length > MOST_TICKS ? [] : steps).map((step) => {
      const tick = html('span', { class: 'tick' })
      tick.style.insetInlineStart = `${(100 * step) / last}%`
      return tick
    }),
  )
}

/** The words for screen readers about a reached step; empty while the request travels there. */
export function announced({ story, player }: View): string {
  if (story === undefined || !player.moved || player.phase !== 'done') return ''
  return plainText(narrated(story, player.position))
}
