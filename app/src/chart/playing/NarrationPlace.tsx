import { create } from 'zustand'

const shown = create<{ readonly place: HTMLElement | null }>(() => ({ place: null }))

const setPlace = (place: HTMLElement | null): void => shown.setState({ place })

/** Where the steps of a request are said while it travels: at the top, where its answer will be. */
export function NarrationPlace() {
  return <div ref={setPlace} />
}

/** The place for the words of the step; null where none is offered. */
export function useNarrationPlace(): HTMLElement | null {
  return shown(({ place }) => place)
}
