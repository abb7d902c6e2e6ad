/** @file Films that are known in English by other titles than their own: facts about films, so that who writes the English one finds them. */

/** The title that a catalogue may have, and the English one. */
export const ENGLISH_TITLES: ReadonlyMap<string, string> = new Map(
  `
Cidade de Deus = City of God
El Laberinto del Fauno = Pan's Labyrinth
Shichinin no samurai = Seven Samurai
Sen to Chihiro no kamikakushi = Spirited Away
Mononoke-hime = Princess Mononoke
Hauru no ugoku shiro = Howl's Moving Castle
Tonari no Totoro = My Neighbor Totoro
Gake no ue no Ponyo = Ponyo
Das Leben der Anderen = The Lives of Others
Der Untergang = Downfall
Lola rennt = Run Lola Run
Il buono, il brutto, il cattivo = The Good, the Bad and the Ugly
Per qualche dollaro in più = For a Few Dollars More
Per un pugno di dollari = A Fistful of Dollars
La vita è bella = Life Is Beautiful
Nuovo Cinema Paradiso = Cinema Paradiso
Le Scaphandre et le Papillon = The Diving Bell and the Butterfly
La Môme = La Vie en Rose
La marche de l'empereur = March of the Penguins
Les Choristes = The Chorus
Les Triplettes de Belleville = The Triplets of Belleville
La guerre du feu = Quest for Fire
Le Violon rouge = The Red Violin
Caché = Hidden
Léon = The Professional
Central do Brasil = Central Station
Todo sobre mi madre = All About My Mother
Hable con ella = Talk to Her
La mala educación = Bad Education
Mar adentro = The Sea Inside
Como agua para chocolate = Like Water for Chocolate
Diarios de motocicleta = The Motorcycle Diaries
Wo hu cang long = Crouching Tiger, Hidden Dragon
Ying xiong = Hero
Shi mian mai fu = House of Flying Daggers
Chinjeolhan geumjassi = Lady Vengeance
Oldeuboi = Oldboy
Gwoemul = The Host
Låt den rätte komma in = Let the Right One In
Män som hatar kvinnor = The Girl with the Dragon Tattoo
4 luni, 3 saptamani si 2 zile = 4 Months, 3 Weeks and 2 Days
Die Fälscher = The Counterfeiters
Die Unendliche Geschichte = The NeverEnding Story
De battre mon coeur s'est arrêté = The Beat That My Heart Skipped
Les invasions barbares = The Barbarian Invasions
Bienvenue chez les Ch'tis = Welcome to the Sticks
Rashômon = Rashomon
Tôkyô monogatari = Tokyo Story
Ladri di biciclette = Bicycle Thieves
Det sjunde inseglet = The Seventh Seal
Un prophète = A Prophet
Entre les murs = The Class
Obsluhoval jsem anglického krále = I Served the King of England
`
    .trim()
    .split('\n')
    .map((line) => line.split(' = ') as [string, string]),
);
