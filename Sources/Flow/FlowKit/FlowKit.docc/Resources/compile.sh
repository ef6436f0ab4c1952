flowrun check Flows
mkdir -p Sources/App
flowrun compile Flows -o Sources/App/Hotel.flows
