import { createContext, type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'

const Slot = createContext<HTMLElement | null>(null)

/** Offers a place for the player, where the layout has one within reach of a thumb. `null`: the chart keeps it. */
export function PlayerSlot({ place, children }: { readonly place: HTMLElement | null; readonly children: ReactNode }) {
  return <Slot value={place}>{children}</Slot>
}

/** Puts the player into the layout’s place for it if there is one, and right here if not. */
export function InPlayerSlot({ children }: { readonly children: ReactNode }) {
  const place = useContext(Slot)
  return place === null ? children : createPortal(children, place)
}
