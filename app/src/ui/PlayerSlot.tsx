import { createContext, type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'

const Slot = createContext<HTMLElement | null>(null)

/** Offers a place for the player within reach of a thumb. With `null` the player stays at the chart. */
export function PlayerSlot({ place, children }: { readonly place: HTMLElement | null; readonly children: ReactNode }) {
  return <Slot value={place}>{children}</Slot>
}

/** Renders the player in the place that the layout offers, or right here where it offers none. */
export function InPlayerSlot({ children }: { readonly children: ReactNode }) {
  const place = useContext(Slot)
  return place === null ? children : createPortal(children, place)
}
