/** @file Words that synthetic people are made of. All lists were written for this dataset. */

/** Given names that are read as a woman's. */
export const FEMALE_NAMES: readonly string[] = (
  'Ada Agnes Aiko Amara Anneke Astrid Beatriz Bridget Camille Carmen Chiara Clara Dalia Daphne Delphine Dina Edith ' +
  'Elena Elif Esther Fatima Flora Freya Gemma Greta Hana Hazel Helga Imani Ines Irina Isolde Jana Jasmine Joan Judith ' +
  'Kamala Karin Leila Lena Linnea Lucia Mabel Magda Maren Marisol Mei Mina Miriam Nadia Naomi Noor Odile Olga Paloma ' +
  'Petra Priya Ramona Renata Rosa Ruth Sabine Salma Selma Signe Silvia Sunniva Tamsin Tatiana Thandi Ursula Valeria ' +
  'Vera Viola Wanda Xenia Yara Yuki Zadie Zainab Zofia'
).split(' ');

/** Given names that are read as a man's. */
export const MALE_NAMES: readonly string[] = (
  'Abel Adebayo Ahmed Aleksei Ambrose Andreas Anton Arjun Arvid Basil Bastien Benedikt Bruno Callum Carlos Cedric ' +
  'Cosmo Darius Dmitri Edmund Einar Elias Emeka Enrique Erik Farid Felix Ferdinand Florian Gideon Gilbert Giorgio Gustav ' +
  'Hamid Hans Hiroshi Hugo Ibrahim Idris Igor Ivo Jasper Javier Jonas Jorge Joshua Kaito Karim Kenji Klaus Kwame Lars ' +
  'Laszlo Leopold Lorenz Luca Magnus Malik Marek Mateo Milan Nikhil Nils Olaf Oscar Otto Pablo Pavel Percy Quentin ' +
  'Rafael Ravi Reuben Rolf Rufus Samir Sandro Silas Stefan Tariq Theo Tobias Umberto Viktor Wendell Yusuf Zoltan'
).split(' ');

/** Family names. */
export const FAMILY_NAMES: readonly string[] = (
  'Abara Achterberg Adeyemi Alvestad Amsel Anand Aranda Ashdown Barrow Bellweather Bergstrand Birch Blackthorn Bonaventura ' +
  'Brandvold Brook Calloway Cardoso Castellan Chandran Copperfield Dahlgren Dalgaard Darkwood Delacroix Demir Dorsey ' +
  'Dubrovin Eastman Eberhart Ekholm Elderfield Endo Fairweather Falk Farouk Ferro Fjeld Fontaine Fujimori Garrow ' +
  'Gladstone Goldacre Grimaldi Haddad Halloran Hartwig Hawthorn Hedlund Hollis Ibarra Iqbal Ivanek Jansson Joubert ' +
  'Kaminski Karlsen Kasprzak Keita Kettleby Kimura Kowal Kravitz Lachance Lambrecht Larkspur Lindqvist Lockwood Longfellow ' +
  'Macalister Mancuso Marchetti Mbeki Meadows Mirza Montrose Moreau Nakagawa Nightingale Novak Oakley Obi Okafor Olivares ' +
  'Orchard Osei Pellegrino Pendleton Petrov Pinheiro Popescu Quill Rahman Rasmussen Redfern Ridley Rosenthal Rowntree ' +
  'Saavedra Salonen Sandoval Sato Schreiber Serrano Shah Silvestri Sokolov Solberg Sorensen Stamatis Sterling Svoboda ' +
  'Takeda Tamm Thackeray Thorne Tiwari Toivonen Tremblay Ustinov Valdez Vandermeer Varga Vasquez Vogelsang Wainwright ' +
  'Weatherby Westerlund Whitlock Winterbourne Yamada Yildiz Zapata Ziegler'
).split(' ');

/** What people between 25 and 60 do. */
export const JOBS: readonly string[] = (
  'accountant,air traffic controller,architect,baker,bank clerk,beekeeper,bicycle mechanic,bookbinder,bus driver,butcher,' +
  'carpenter,chemist,chimney sweep,choir leader,civil engineer,cook,court clerk,customs officer,dental hygienist,dentist,' +
  'dietitian,electrician,farmer,firefighter,florist,forester,gardener,geologist,glazier,goldsmith,graphic designer,' +
  'hairdresser,hotel porter,house painter,insurance broker,interpreter,journalist,judge,kindergarten teacher,laboratory ' +
  'technician,librarian,locksmith,machinist,marine biologist,market trader,mason,midwife,museum guard,nurse,occupational ' +
  'therapist,optician,paramedic,pharmacist,physiotherapist,piano tuner,plumber,police officer,postal worker,potter,' +
  'primary school teacher,printer,product manager,receptionist,roofer,sailor,secondary school teacher,shoemaker,shop ' +
  'assistant,social worker,software developer,sound engineer,statistician,surveyor,tailor,tax adviser,tiler,train driver,' +
  'translator,upholsterer,vet,waiter,warehouse worker,watchmaker,weather forecaster,welder,winemaker'
).split(',');

/** What people from 19 to 24 study. */
export const STUDENT_JOBS: readonly string[] = (
  'biology,economics,engineering,geography,history,law,linguistics,literature,mathematics,medicine,music,philosophy,' +
  'physics,psychology'
)
  .split(',')
  .map((subject) => `student of ${subject}`);

/** What people from 16 to 24 learn. */
export const APPRENTICE_JOBS: readonly string[] =
  'baker,bookbinder,carpenter,cook,electrician,florist,gardener,goldsmith,hairdresser,mechanic,nurse,optician,plumber,tailor'
    .split(',')
    .map((trade) => `apprentice ${trade}`);

/** What people do in their free time. */
export const HOBBIES: readonly string[] = (
  'allotment gardening,amateur dramatics,archery,astronomy,baking bread,ballroom dancing,birdwatching,board games,playing in a brass ' +
  'band,calligraphy,canoeing,card games,chess,choir singing,collecting stamps,cooking for friends,cross-country skiing,' +
  'crossword puzzles,cycling,darts,embroidery,family history,fencing,fishing,foraging for mushrooms,hiking,home brewing,' +
  'ice skating,indoor climbing,jazz records,judo,keeping bees,kite flying,knitting,life drawing,local history,long-distance ' +
  'running,making furniture,model ships,mountain biking,old maps,open-water swimming,origami,painting watercolours,' +
  'photography,playing the accordion,playing the cello,playing the guitar,poetry evenings,pottery,pub quizzes,reading ' +
  'crime novels,restoring radios,rock climbing,rowing,sailing,sewing,sudoku,surfing,table football,tango,tennis,trail ' +
  'walking,travelling by train,video games,volleyball,volunteering at a shelter,weightlifting,wild camping,woodcarving,' +
  'writing letters,yoga'
).split(',');
