/** @file Made by test/models/transformers/make-golden-vectors.ts on wasm, dtype q8. */

/** Sentences and their vectors by the model's name without its owner. */
export const GOLDEN = {
  'all-MiniLM-L6-v2': {
    sentences: [
      'A crew fights robots in a space opera.',
      'Two strangers fall in love on a train (1995).',
      'The detective follows the money through the city at night, and finds that everybody has lied to him.',
      'Which films does this person like?',
    ],
    bytes:
      'xxbmFp8Y+fIWGN/z1/m7Ai8yPBsa9+Ii21UX29DSCwsr4edhBLX0FLf8Ks7q4hDTMCKr+jUAEadN70jGCN0ld+cS8x3gCPHcMN02Nj7PTiAmiqAQIyIQJvUPASVQ9uYOwBNMDiSsAgH0BD3H/uz/1OAl5ywGKQ8XN6gD31Ql/QAItuvk+BjjO/IzvAMC+f4kLOXMHgokoxgJKbPt0gfALOJoBh3iGMc0tCuh3gryCrVIRu052Rdl6Rs59AH/C2cydhJmITMHyd86BwnOCejXESGx9iEBLM0WIP3opqc5yQAw8A31BgHfNfhbB+Uh70rv87EJ3TsvDfUtAisE/znv0/XtOD4CLhfZ9C3pPP+J+Q/O48DgF6asA/LuGUQH2B02yy7zLupkP/v7fyIR1uBkWSc3I13jdtwN5h0W8yTTuwD02uoP9fy0wLT5UikaGsgI/cDr8geqMPvdOc/39UjbyJ8HGO7Uj/bo0zdQ4Q4K7YjqkSKfnzrzACsV6vywNwjErvImOjc1BkIFwQr42iPuDxH26/z9wMH8x+UK67E1E/0HAcwfGCow1Oi6+R385Pn3DCDaABLxCQbWHyI4MCMH9xIPzu/+6x0EtOj5CM/x4e7T3xG44f0fOeIUzwPgLPfqxiT+KPU580j6HQerO+Ac3A0O+cz0Dh1IEuwI6MiaCQDx6iQ28NOQ4OUYuQUJ1RMH8MkoEhlF3Nrl098YT+7sI/708wwfCPDg8v/lA/Q+Ef0L6rD6uA3bLC0dMhwH7ifSK/ZDsfkc4Sf2tzfXSeYT8dYYI9sRB9vq3EMHNunTYQBJEgP+FSP2CxxqC4FKRBgELgHyERIb0RYOETUQqsLDH9/UE0EF+M75ACr9GNrJ4wj4//oNrdYX9VA5J+8C3+YL7ff5CispCP4t6+jT8AUb7RkYIyDvJjY3yA7w+C7MwQDbIq7l3CYT4tQK0TMpPAkk+goSHg0pDSDgOwT5JvIXE/3tKwEVHQ3mAfvsBkIYHfkL+Pb55SsQzLo1+u3YGQbsDF3gKfb/Iunz7Sfi8fW82PksKNAJrCvbDhIxo9LQ1T8lJB/IBiQVNyXI8QrPAkRpQQfmCNkK1fNlOTMoXkj1MnkrwvsG9knV+s7N6gTCNBIC1cMvKwALEQEN+bCm3e0h9B7w7BXwLuxL5ino/O0KCxgaci4iSaIZSEnSMff/FgD/8/vdCOUHQcxM3bIMGuVk+t8f7UHzCN7Gwvz9SwDdRGdULCQf8fH9gQDhxdr3r+EXBjf2zw0K5QL7Pyxb5NUa4wT3rwMF2wUV+AEXByzz+O7cAgQYKwLL5SISlCc5+gDd0gDv5LS+9Co70MIRM0bvUfvEOv3P6+IA/T3YpRXTGMvnu1My4uXU6cfj2vLj0xsf6GED8Ty3TOz94fvkEPIY8vIYPh3wA6/bAQUn+x4fDDygHw4C2k7yAynz6AGc/wDO9ujsRu0cGMBEDwscqt/u/64OBBvayBIf7NMLLmgZ8CUh4+hBLfv5Ae7p/QDbD8kL6BzT+CMum98I4bUBEgIA29jw99RGcO8Xzgrh9U/uLUMSPfUEET8fC+UvAd8JBgC1CNcH8CG26N/bMv0IoBTmLwC1PKjx/dLnP0HEANrv+jcE6vMJCKYdBfbkoPbay8MHwPjS/RECHMQg8ynj5OwHzO3aLQPkDBguIzjg4uzr6uz0T+MF8fAvEBMGCrcNEQD/7i8pASwLBeoI8ODIOQMl8fYLBuxQ6B8CsQ4EKwwUX+zPRhq+CP3x9hHsPL4sQBj6OAH7zQ4G6wzjNuIXJunHDiEo6ez75BYLxtXk9gir6uv/ARO9DLi/RiQYkjT90gD/w+DrJvesQDn4DgU26e77F/QJJiQHBBPNKPzv69gJ8hTn1iLxA/AdGw0mGkbi0/fF8MQ/BwMW4xz1NwfO6RkA0gPxCtXn+7rVvNj0HOk+4+316ykDPRL5G0NiIj3R2gCy9uPb9BjpKQvfChc2Bv4bJxoNHiD0fwL+IRXSIGb1Q/vNGgES79z9GAkt8VwDVJD4BfISDyxEAQcF5QwtCgUB',
  },
};
