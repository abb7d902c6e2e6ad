/** Says that there is none, to whoever comes with a picture. */
export default function sharp() {
  throw new Error('Pictures cannot be read here: the lab has no image library.');
}
