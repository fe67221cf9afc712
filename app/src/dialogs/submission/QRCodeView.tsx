import styles from './QRCodeView.module.css'
import { ORIGIN, type QRCode } from './qr-code.ts'

/** A QR code, as large as its place. It is black on white in every theme, because that is what phones read. */
export function QRCodeView({ code: { size, path }, label }: { readonly code: QRCode; readonly label: string }) {
  return (
    <svg
      className={styles.code}
      viewBox={`${ORIGIN} ${ORIGIN} ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <rect x={ORIGIN} y={ORIGIN} width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
